import { expect, it } from "vitest";
import { pastLastPage } from "./past-last-page.ts";

it("names the page that was asked for, and the last one where it is known", () => {
  expect(pastLastPage({ offset: 2000, limit: 20, total: 127 })).toBe(
    "There is no page 101; the last page is 7.",
  );
  expect(pastLastPage({ offset: 20, limit: 20, total: 20 })).toBe("There is no page 2; the last page is 1.");
  expect(pastLastPage({ offset: 25, limit: 20, total: 20 })).toBe("There is no page 2; the last page is 1.");
  expect(pastLastPage({ offset: 400, limit: 20, total: null })).toBe("There is no page 21.");
  expect(pastLastPage({ offset: 10, limit: 10, total: 0 })).toBe("There is no page 2.");
});

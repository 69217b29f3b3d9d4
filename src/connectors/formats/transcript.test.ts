import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Caption } from "./caption.ts";
import { captionsOfJson } from "./captions-json.ts";
import { captionsOfText } from "./captions-text.ts";
import { parseOne } from "./content.case.ts";
import { transcriptOf } from "./transcript.ts";

const url = "https://example.org/talk";

describe("WebVTT", () => {
  it("becomes paragraphs with speakers and links to times", async () => {
    const text = `WEBVTT - A talk

STYLE
::cue { color: red }

NOTE a comment

intro
00:00:01.000 --> 00:00:03.000 align:start
<v.loud Ada>Hello &amp; <i>welcome</i>.</v>

00:03.000 --> 00:05.000
<v Ada>Today: fees.

01:02:03.500 --> 01:02:05.000
<v Grace>Thanks.</v>
<v Ada>Sure.`;
    expect(
      await parseOne("vtt", text, { hints: { url, recording: url }, name: "a/the-talk.vtt" }),
    ).toMatchObject({
      title: "The talk",
      url,
      content: [
        `[0:01](${url}#t=1) **Ada:** Hello & welcome. Today: fees.`,
        `[1:02:03](${url}#t=3723) **Grace:** Thanks.`,
        `[1:02:03](${url}#t=3723) **Ada:** Sure.`,
      ].join("\n\n"),
    });
  });

  it("with rolling lines says each of them once", async () => {
    const text = `WEBVTT

00:00.000 --> 00:02.000
so today we

00:02.000 --> 00:04.000
so today we
talk about<00:00:03.000><c> fees</c>

00:04.000 --> 00:06.000
talk about fees
and markets`;
    expect((await parseOne("vtt", text)).content).toBe("[0:00] so today we talk about fees and markets");
    const first = text.replace("02.000\nso", "02.000 align:start\n \nso");
    expect((await parseOne("vtt", first)).content).toBe("[0:00] so today we talk about fees and markets");
  });
});

describe("SubRip", () => {
  it("is read without styling, also with Windows line ends and a byte order mark", async () => {
    const text =
      '\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}<font color="red">Ada Lovelace: Hello</font>\r\nthere.\r\n\r\n2\r\n00:00:02,500 --> 00:00:04,000\r\nSo, fees: 10 of 12.\r\n';
    expect((await parseOne("srt", text)).content).toBe(
      "[0:01] **Ada Lovelace:** Hello there.\n\n[0:02] So, fees: 10 of 12.",
    );
  });

  it("keeps every caption that was written", () => {
    const word = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,3}$/);
    const cue = fc.record({ start: fc.nat(359_999_000), text: word });
    fc.assert(
      fc.property(fc.array(cue, { maxLength: 20 }), (cues) => {
        const stamp = (ms: number) => {
          const parts = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1_000) % 60].map((part) =>
            String(Math.floor(part)).padStart(2, "0"),
          );
          return `${parts.join(":")},${String(ms % 1_000).padStart(3, "0")}`;
        };
        const text = cues
          .map(({ start, text }, n) => `${n + 1}\n${stamp(start)} --> ${stamp(start + 900)}\n${text}\n`)
          .join("\n");
        const read = captionsOfText(text);
        expect(read.map((one) => [Math.round(one.start * 1_000), one.text])).toEqual(
          cues.map((one) => [one.start, one.text]),
        );
      }),
    );
  });

  it("never throws, whatever the text", () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom("00:00:01,000 --> 00:00:02,000", "\n", "\n\n", "<v ", ">", "-->"),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => void transcriptOf(captionsOfText(pieces.join("")), null)),
    );
  });
});

describe("JSON captions", () => {
  it.each([
    ["a transcriber's segments", { segments: [{ start: 1.5, end: 2, text: " Hello", speaker: "Ada" }] }],
    [
      "a podcast's",
      { version: "1.0.0", segments: [{ speaker: "Ada", startTime: 1.5, endTime: 2, body: "Hello" }] },
    ],
    [
      "a player's events",
      {
        events: [
          { tStartMs: 1500, dDurationMs: 500, segs: [{ utf8: "Hel" }, { utf8: "lo" }], speaker: "Ada" },
          { tStartMs: 9 },
        ],
      },
    ],
    ["a list", [{ from: "00:00:01,500", to: "00:00:02.0", content: "Hello", speaker: { name: "Ada" } }]],
    [
      "a list in a list's object",
      { results: { utterances: [{ start: "1.5s", end: "2", transcript: "Hello", speaker: "Ada" }] } },
    ],
  ])("are read as %s", (_, value) => {
    const read = captionsOfJson(JSON.stringify(value));
    expect(read.map((one) => ({ ...one, text: one.text.trim() }))).toEqual([
      { start: 1.5, end: 2, speaker: "Ada", text: "Hello" },
    ]);
  });

  it.each(["", "{", "3", "{}", '{"segments": 3}'])("%j is refused", async (text) => {
    await expect(parseOne("captions", `${text} `)).rejects.toThrow(/is not JSON|holds no captions/);
  });

  it("without a caption are refused", async () => {
    await expect(parseOne("captions", "[]")).rejects.toThrow("holds no captions");
    await expect(parseOne("vtt", "no captions")).rejects.toThrow("holds no captions");
  });
});

describe("paragraphs", () => {
  const caption = (start: number, text: string, speaker: string | null = null): Caption => ({
    start,
    end: start + 1,
    speaker,
    text,
  });
  const sentence = (n: number) => caption(n, `This is sentence number ${n} of a long talk.`);

  it("end at a pause, and with a sentence when they are long", () => {
    expect(transcriptOf([caption(0, "One"), caption(2, "two."), caption(7, "Three.")], null)).toBe(
      "[0:00] One two.\n\n[0:07] Three.",
    );
    const long = transcriptOf(
      Array.from({ length: 40 }, (_, n) => sentence(n)),
      null,
    ).split("\n\n");
    expect(long.length).toBe(3);
    for (const paragraph of long) expect(paragraph).toMatch(/^\[0:\d\d\] This.*\.$/);
    const endless = transcriptOf(
      Array.from({ length: 600 }, (_, n) => caption(n, "word")),
      null,
    );
    expect(Math.max(...endless.split("\n\n").map(({ length }) => length))).toBeLessThan(1_500);
  });

  it("keep the words of all captions in order", () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{3,6}$/), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(words, { maxLength: 30 }), (lists) => {
        const all = lists.flatMap((list, n) => list.map((word, m) => `${word}${n}x${m}`));
        const captions = lists.map((list, n) =>
          caption(n * 2, list.map((word, m) => `${word}${n}x${m}`).join(" ")),
        );
        const text = transcriptOf(captions, null).replace(/\[[\d:]+\]/g, " ");
        expect(text.split(/\s+/).filter(Boolean)).toEqual(all);
      }),
    );
  });

  it("link to the time as the host understands it", () => {
    const linked = (recording: string) => transcriptOf([caption(75, "x")], recording);
    expect(linked("https://www.youtube.com/watch?v=abc")).toBe(
      "[1:15](https://www.youtube.com/watch?v=abc&t=75s) x",
    );
    expect(linked("https://youtu.be/abc")).toBe("[1:15](https://youtu.be/abc?t=75s) x");
    expect(linked("https://example.org/a_(b)")).toBe("[1:15](https://example.org/a_%28b%29#t=75) x");
  });
});

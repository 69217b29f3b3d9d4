/** The submission form of an entry: every field, filled in or not. */
import type { Submission } from "../contract/api/me.ts";
import type { SubmissionRecord } from "../contract/records/member-record.ts";

const nullableTexts = [
  "category",
  "otherProductCategory",
  "country",
  "website",
  "repoLink",
  "presentationLink",
  "technicalDemoLink",
  "pitchVideoLink",
  "demoVideoLink",
  "twitterHandle",
  "telegramHandle",
  "liveProductLink",
  "liveProductAccessInstructions",
  "additionalInfo",
  "whatBuilding",
  "whyNow",
  "technologies",
  "repoContext",
  "marketValidation",
  "traction",
  "competition",
  "monetization",
  "teamCommitment",
  "teamLocationDetails",
  "chainUsage",
  "externalContributors",
  "universityName",
  "legalEntityDetails",
  "investmentDetails",
  "fundraisingDetails",
  "liveTokenDetails",
] as const satisfies (keyof Submission)[];

const nullableFlags = [
  "acceleratorOptIn",
  "legalEntity",
  "investmentReceived",
  "currentlyFundraising",
  "liveToken",
] as const satisfies (keyof Submission)[];

const details = [
  "targetAudience",
  "teamSuitability",
  "startedAndPriorities",
  "raised",
  "productDescription",
] as const satisfies (keyof NonNullable<Submission["eternalDetails"]>)[];

/** Empty fields are null; the three flags that are always present default to false. */
export function toSubmission(given: SubmissionRecord): Submission {
  const { eternalDetails } = given;
  return {
    ...filled(nullableTexts, (field) => given[field] ?? null),
    ...filled(nullableFlags, (field) => given[field] ?? null),
    demoVideoPublic: given.demoVideoPublic ?? false,
    isUniversityProject: given.isUniversityProject ?? false,
    isSolanaMobile: given.isSolanaMobile ?? false,
    chains: given.chains ?? [],
    surveyAnswers: given.surveyAnswers ?? null,
    eternalDetails: eternalDetails ? filled(details, (field) => eternalDetails[field] ?? "") : null,
  };
}

function filled<Field extends string, Value>(
  fields: readonly Field[],
  read: (field: Field) => Value,
): Record<Field, Value> {
  return Object.fromEntries(fields.map((field) => [field, read(field)])) as Record<Field, Value>;
}

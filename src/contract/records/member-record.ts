/** The native record of `import members`: one member with a profile and entries. */
import { z } from "zod";
import { isoDateSchema } from "../values/iso-date.ts";
import { slugSchema } from "../values/keys.ts";
import { nameText, optionalText } from "../values/text.ts";

const MAX_UPDATES = 20_000;
const MAX_ANSWERS = 100_000;
const ADDRESS = /[^\s@<>]@[^\s@<>]+\.[^\s@<>]/;

/** Normalized address, as accounts store it. */
const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email());
const shownName = z
  .string()
  .max(200)
  .refine((name) => !ADDRESS.test(name), "must not contain an e-mail address: teammates can see it")
  .nullish();
const pageUrl = z
  .url({ protocol: /^https?$/, error: "must be an absolute URL such as https://example.org/page" })
  .max(2_000)
  .nullish();
const shortList = z.array(nameText(100)).max(50).optional();
const line = optionalText(2_000);
const longText = optionalText(10_000);
const flag = z.boolean().nullish();

export const profileRecordSchema = z.object({
  visible: z.boolean().default(false).describe("Whether teammates see more than the two names."),
  displayName: shownName,
  username: shownName,
  bio: longText,
  city: optionalText(200),
  country: optionalText(200),
  currentPosition: optionalText(500),
  lookingToBuild: longText,
  githubHandle: optionalText(200),
  linkedinHandle: optionalText(200),
  twitterHandle: optionalText(200),
  telegramHandle: optionalText(200),
  lookingForCollab: flag,
  isUniversityStudent: flag,
  languages: shortList,
  roles: shortList,
  rolesLookingFor: shortList,
  skills: shortList,
  interestedUseCases: shortList,
  cofounderMatching: z.object({ hasProfile: flag, publicPageUrl: pageUrl }).nullish(),
});
export type ProfileRecord = z.infer<typeof profileRecordSchema>;

export const submissionRecordSchema = z.object({
  category: optionalText(200),
  otherProductCategory: optionalText(200),
  country: optionalText(200),
  website: line,
  repoLink: line,
  presentationLink: line,
  technicalDemoLink: line,
  pitchVideoLink: line,
  demoVideoLink: line,
  twitterHandle: optionalText(200),
  telegramHandle: optionalText(200),
  liveProductLink: line,
  liveProductAccessInstructions: longText,
  additionalInfo: longText,
  whatBuilding: longText,
  whyNow: longText,
  technologies: longText,
  repoContext: longText,
  marketValidation: longText,
  traction: longText,
  competition: longText,
  monetization: longText,
  teamCommitment: longText,
  teamLocationDetails: longText,
  chainUsage: longText,
  externalContributors: longText,
  universityName: optionalText(500),
  legalEntityDetails: longText,
  investmentDetails: longText,
  fundraisingDetails: longText,
  liveTokenDetails: longText,
  demoVideoPublic: flag,
  isUniversityProject: flag,
  isSolanaMobile: flag,
  acceleratorOptIn: flag,
  legalEntity: flag,
  investmentReceived: flag,
  currentlyFundraising: flag,
  liveToken: flag,
  chains: shortList,
  surveyAnswers: z
    .unknown()
    .refine(
      (answers) => JSON.stringify(answers ?? null).length <= MAX_ANSWERS,
      `must be at most ${MAX_ANSWERS} characters of JSON`,
    )
    .optional()
    .describe(`Any JSON of at most ${MAX_ANSWERS} characters.`),
  eternalDetails: z
    .object({
      targetAudience: longText,
      teamSuitability: longText,
      startedAndPriorities: longText,
      raised: longText,
      productDescription: longText,
    })
    .nullish(),
});
export type SubmissionRecord = z.infer<typeof submissionRecordSchema>;

const roleSchema = z.enum(["owner", "member"]);

export const teammateRecordSchema = z.object({
  email: emailSchema
    .nullish()
    .describe("Gives the member with this address access to the entry; never shown."),
  displayName: shownName,
  username: shownName,
  role: roleSchema.default("member"),
});
export type TeammateRecord = z.infer<typeof teammateRecordSchema>;

export const updateRecordSchema = z.object({
  kind: z.enum(["hackathon", "eternal", "buildLog"]),
  number: z.int().nullish(),
  publishedAt: isoDateSchema,
  links: z.array(z.string().max(2_000)).max(50).optional(),
});
export type UpdateRecord = z.infer<typeof updateRecordSchema>;

export const entryRecordSchema = z.object({
  id: nameText(200).describe("Unique across the entries of all members; never shown."),
  name: nameText(300),
  slug: optionalText(200).describe("The project's slug in the public corpus."),
  publicPageUrl: pageUrl,
  program: z.object({
    type: z.enum(["hackathon", "eternal"]).default("hackathon"),
    slug: slugSchema,
    name: nameText(200).optional().describe("Default: the declared name of the hackathon with this slug."),
    current: z
      .boolean()
      .optional()
      .describe("Only for eternal programs: whether a hackathon is the current one follows from its dates."),
  }),
  status: z.enum(["draft", "submitted"]),
  role: roleSchema.default("owner").describe("The member's role in this entry."),
  tracks: z.array(nameText(200)).max(50).optional(),
  description: optionalText(200_000),
  team: z.array(teammateRecordSchema).max(100).optional().describe("The other team members."),
  prize: z
    .object({
      type: nameText(100),
      name: optionalText(300),
      placement: z.int().min(1).nullish(),
      amount: z.number().min(0).nullish(),
      honorableMention: z.boolean().optional().describe("Default: whether the type is HONORABLE_MENTION."),
      announcedAt: isoDateSchema
        .nullish()
        .describe("Used only if the catalog has no announcement date of the program."),
    })
    .nullish(),
  acceleratorCompany: z.object({ name: nameText(200), cohort: nameText(200) }).nullish(),
  updates: z.array(updateRecordSchema).max(5_000).optional(),
  submission: submissionRecordSchema.nullish(),
  createdAt: isoDateSchema
    .nullish()
    .describe("Default: the time of the first import; later imports do not change it."),
});
export type EntryRecord = z.infer<typeof entryRecordSchema>;

export const memberRecordSchema = z
  .object({
    email: emailSchema.describe("Key of the record, in any case; never shown."),
    profile: profileRecordSchema.nullish(),
    registrations: z
      .array(slugSchema)
      .max(1_000)
      .optional()
      .describe("Slugs of the hackathons that the member registered for."),
    entries: z.array(entryRecordSchema).max(1_000).optional(),
  })
  .superRefine(({ entries = [] }, context) => {
    const seen = new Set<string>();
    for (const [index, { id }] of entries.entries()) {
      if (seen.has(id))
        context.addIssue({
          code: "custom",
          path: ["entries", index, "id"],
          message: "must not be given twice",
        });
      seen.add(id);
    }
    const updates = entries.reduce((sum, entry) => sum + (entry.updates?.length ?? 0), 0);
    if (updates > MAX_UPDATES)
      context.addIssue({
        code: "custom",
        path: ["entries"],
        message: `must have at most ${MAX_UPDATES} updates in total`,
      });
  });
export type MemberRecord = z.infer<typeof memberRecordSchema>;

/** GET /me: everything stored about the requesting member, including drafts. */
import { z } from "zod";

const nullableText = z.string().nullable();
const nullableUrl = z.url().nullable();
const texts = z.array(z.string());

/** A full profile: the member's own, or that of a teammate with a visible profile. It has no e-mail address. */
export const arenaProfileSchema = z.object({
  displayName: nullableText,
  username: nullableText,
  bio: nullableText,
  city: nullableText,
  country: nullableText,
  currentPosition: nullableText,
  lookingToBuild: nullableText,
  githubHandle: nullableText,
  linkedinHandle: nullableText,
  twitterHandle: nullableText,
  telegramHandle: nullableText,
  lookingForCollab: z.boolean(),
  isUniversityStudent: z.boolean().nullable(),
  languages: texts,
  roles: texts,
  rolesLookingFor: texts,
  skills: texts,
  interestedUseCases: texts,
});
export type ArenaProfile = z.infer<typeof arenaProfileSchema>;

/** The fields of a teammate without a visible profile. */
export const hiddenTeammateSchema = z.object({ displayName: nullableText, username: nullableText });
export type Teammate = ArenaProfile | z.infer<typeof hiddenTeammateSchema>;

export const myProfileSchema = arenaProfileSchema.extend({
  cofounderMatching: z.object({ hasProfile: z.boolean(), publicPageUrl: nullableUrl }),
});
export type MyProfile = z.infer<typeof myProfileSchema>;

export const submissionSchema = z
  .object({
    category: nullableText,
    otherProductCategory: nullableText,
    country: nullableText,
    website: nullableText,
    repoLink: nullableText,
    presentationLink: nullableText,
    technicalDemoLink: nullableText,
    pitchVideoLink: nullableText,
    demoVideoLink: nullableText,
    twitterHandle: nullableText,
    telegramHandle: nullableText,
    liveProductLink: nullableText,
    liveProductAccessInstructions: nullableText,
    additionalInfo: nullableText,
    whatBuilding: nullableText,
    whyNow: nullableText,
    technologies: nullableText,
    repoContext: nullableText,
    marketValidation: nullableText,
    traction: nullableText,
    competition: nullableText,
    monetization: nullableText,
    teamCommitment: nullableText,
    teamLocationDetails: nullableText,
    chainUsage: nullableText,
    externalContributors: nullableText,
    universityName: nullableText,
    legalEntityDetails: nullableText,
    investmentDetails: nullableText,
    fundraisingDetails: nullableText,
    liveTokenDetails: nullableText,
    demoVideoPublic: z.boolean(),
    isUniversityProject: z.boolean(),
    isSolanaMobile: z.boolean(),
    acceleratorOptIn: z.boolean().nullable(),
    legalEntity: z.boolean().nullable(),
    investmentReceived: z.boolean().nullable(),
    currentlyFundraising: z.boolean().nullable(),
    liveToken: z.boolean().nullable(),
    chains: texts,
    surveyAnswers: z.unknown().describe("answers to the event's own questions; null without any"),
    eternalDetails: z
      .object({
        targetAudience: z.string(),
        teamSuitability: z.string(),
        startedAndPriorities: z.string(),
        raised: z.string(),
        productDescription: z.string(),
      })
      .nullable(),
  })
  .describe("may contain draft and private fields");
export type Submission = z.infer<typeof submissionSchema>;

export const projectUpdateSchema = z.object({
  kind: z.enum(["hackathon", "eternal", "buildLog"]),
  number: z.int().nullable(),
  publishedAt: z.iso.datetime({ offset: true }),
  links: texts,
});
export type ProjectUpdate = z.infer<typeof projectUpdateSchema>;

export const myProjectSchema = z.object({
  name: z.string(),
  slug: nullableText,
  publicPageUrl: nullableUrl,
  program: z.object({
    type: z.enum(["hackathon", "eternal"]),
    name: z.string(),
    slug: z.string(),
    current: z.boolean(),
  }),
  status: z.enum(["draft", "submitted"]),
  role: z.enum(["owner", "member"]),
  tracks: texts,
  description: z.string(),
  teammates: z
    .array(z.union([arenaProfileSchema, hiddenTeammateSchema]))
    .describe("the other team members; two fields of those without a visible profile"),
  prize: z
    .object({
      type: z.string(),
      name: nullableText,
      amount: z.number().nullable(),
      placement: z.number().nullable(),
      honorableMention: z.boolean(),
    })
    .nullable()
    .describe("null until results are published"),
  acceleratorCompany: z.object({ name: z.string(), cohort: z.string() }).nullable(),
  updates: z.array(projectUpdateSchema).describe("newest first"),
  submission: submissionSchema,
});
export type MyProject = z.infer<typeof myProjectSchema>;

export const maxMyProjects = 200;
export const maxMyUpdates = 2_000;

export const meResponseSchema = z.object({
  profile: myProfileSchema,
  currentHackathon: z
    .object({ name: z.string(), slug: z.string(), registered: z.boolean() })
    .describe("empty strings when there is none"),
  projects: z.array(myProjectSchema).max(maxMyProjects).describe("newest first"),
  truncated: z.object({
    projects: z.boolean().describe(`there are more than ${maxMyProjects}`),
    updates: z
      .boolean()
      .describe(`these projects have more than ${maxMyUpdates} in total; the oldest are left out`),
  }),
});
export type MeResponse = z.infer<typeof meResponseSchema>;

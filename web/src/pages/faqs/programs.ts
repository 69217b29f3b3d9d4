import type { FaqProgram } from "../../../../src/contract/api/faqs.ts";

export const programNames: Record<FaqProgram, string> = {
  hackathon: "Hackathon",
  eternal: "Eternal",
  accelerator: "Accelerator",
  stamp: "Stamp",
};

const programs = Object.keys(programNames) as FaqProgram[];

export const programChoices = [
  { value: "" as const, label: "All" },
  ...programs.map((value) => ({ value, label: programNames[value] })),
];

/** Reads the program from the URL; any other value is none. */
export const asProgram = (value: string): FaqProgram | undefined =>
  programs.find((program) => program === value);

export const categoryChoices = [
  { value: "quality", label: "A poor result" },
  { value: "error", label: "An error" },
  { value: "suggestion", label: "An idea" },
  { value: "other", label: "Something else" },
] as const;

export const severityChoices = [
  { value: "low", label: "Low" },
  { value: "medium", label: "Medium" },
  { value: "high", label: "High" },
  { value: "critical", label: "Critical: nothing works" },
] as const;

export function findSlowExpressions(source: string, file: string): string[];

/** Changes whenever the same corpus would give another model, or a query another vector. */
const fitVersion = 9;

/** Begins the version of every embedder fitted by this code. */
export const fittedVersion = `fitted:${fitVersion}:`;

/** The oldest Node that runs the program; checked before a file that needs it is read. */
const MINIMUM_NODE = [20, 19];

/** The checkout or the machine cannot run the program; the message says what to do. */
export class SetupError extends Error {}

/** Throws a SetupError when the running Node is older than package.json allows. */
export function requireNode(version = process.versions.node) {
  const [major, minor] = version.split(".").map(Number);
  if (major > MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor >= MINIMUM_NODE[1])) return;
  throw new SetupError(
    `Prior Art needs Node ${MINIMUM_NODE.join(".")} or newer; this is Node ${version}. Install a current Node from https://nodejs.org and try again.`,
  );
}

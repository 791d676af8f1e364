/** Prints progress, apart from the output of a command, which a program may read. */
export const say = (text) => console.error(`[mbari] ${text}`);

/** Prints a line immediately, and then the elapsed seconds every 5 s until the work ends. Returns the result of the work. */
export async function sayWhile(text, work) {
  say(`${text} …`);
  const start = Date.now();
  const timer = setInterval(() => say(`${text} … ${Math.round((Date.now() - start) / 1000)} s`), 5_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Exits with a message that names the problem and its fix, without a stack. */
export function giveUp(text) {
  console.error(`[mbari] ${text}`);
  process.exit(1);
}

const wanted = [20, 19];

/** Runs first, because older versions of Node fail with a syntax error. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > wanted[0] || (major === wanted[0] && minor >= wanted[1])) return;
  giveUp(
    `Node ${wanted.join('.')} or newer is needed; this is ${process.versions.node}. Get it from https://nodejs.org or your package manager.`,
  );
}

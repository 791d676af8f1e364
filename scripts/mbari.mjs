import { existsSync } from 'node:fs';
import path from 'node:path';
import { build, buildPrograms } from './build.mjs';
import { install } from './install.mjs';
import { root } from './run.mjs';
import { giveUp, requireNode } from './say.mjs';

// `npm run mbari -- …`: the command line, also from a fresh clone.
requireNode();
const [first, ...words] = process.argv.slice(2);
// Help and completion must answer at once, so they use the last build.
const asksForHelp =
  [undefined, 'help', 'complete', 'completion'].includes(first) || [first, ...words].some((word) => ['--help', '-h'].includes(word));
if (!asksForHelp || !existsSync(path.join(root, 'apps/server/dist/cli/commands.js')))
  try {
    await install('run');
    // Other commands do not need the web app.
    await (first === 'start' ? build() : buildPrograms());
  } catch (error) {
    giveUp(error.message);
  }
await import('../apps/server/dist/cli.js');

import { build } from './build.mjs';
import { install } from './install.mjs';
import { giveUp, requireNode } from './say.mjs';

// `npm run mbari -- …`: the command line, from a fresh clone too.
requireNode();
try {
  await install('run');
  await build();
} catch (error) {
  giveUp(error.message);
}
await import('../apps/server/dist/cli.js');

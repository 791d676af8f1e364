import { build } from './build.mjs';
import { install } from './install.mjs';
import { giveUp, requireNode } from './say.mjs';

// `npm run mbari -- …`: the command line, also from a fresh clone.
requireNode();
try {
  await install('run');
  await build();
} catch (error) {
  giveUp(error.message);
}
await import('../apps/server/dist/cli.js');

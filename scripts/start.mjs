import { build } from './build.mjs';
import { install } from './install.mjs';
import { giveUp, requireNode } from './say.mjs';

// Everything from a fresh clone to a served page. What is done already is skipped.
requireNode();
try {
  await install('run');
  await build();
} catch (error) {
  giveUp(error.message);
}
// In this very process, so that Ctrl-C and `kill` reach the server itself.
await import('../apps/server/dist/main.js');

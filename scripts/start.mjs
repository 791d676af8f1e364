import { build } from './build.mjs';
import { install } from './install.mjs';
import { giveUp, requireNode, say } from './say.mjs';

// Installs, builds and starts the server. Skips finished steps.
requireNode();
let buildOthers;
try {
  await install('run');
  buildOthers = await build();
} catch (error) {
  giveUp(error.message);
}
// Runs in this process, so that Ctrl-C and `kill` reach the server itself.
await import('../apps/server/dist/main.js');
// Builds the other languages. Until then, their readers get the default language.
await buildOthers().catch((error) => say(`The web app could not be built in every language: ${error.message}`));

// Creates a demo with fewer posts than `npm run mbari -- demo` in the folder of MBARI_DATA.
import { withContext } from '../apps/server/dist/cli/with-context.js';
import { fillCommunity } from '../apps/server/dist/operations/demo/fill-community.js';

const size = { members: 20, posts: 40 };
await withContext((context) => fillCommunity(context, { seed: 1961, log: (line) => console.error(`[bench] ${line}`), size }));

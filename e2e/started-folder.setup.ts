import { removeAbandonedFolders } from '../apps/server/src/testing/quick-folder.ts';
import { makeDataFolder, startServer } from './server.ts';

/** Creates the data folder that `makeStartedFolder` copies, by starting the product. */
export default async function setup(): Promise<() => Promise<void>> {
  await removeAbandonedFolders();
  const { dataFolder, remove } = await makeDataFolder();
  const server = await startServer(dataFolder);
  if ((await server.end()) !== 0) throw new Error(`The server did not stop well:\n${server.output()}`);
  process.env['MBARI_E2E_STARTED_FOLDER'] = dataFolder;
  return remove;
}

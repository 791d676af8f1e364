import { makeDataFolder, startServer } from './server.ts';

/** One server for all specs: each makes members of its own, as people do. Its address and folder reach the specs by environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const { dataFolder, remove } = await makeDataFolder();
  const server = await startServer(dataFolder);
  process.env['MBARI_E2E_URL'] = server.url;
  process.env['MBARI_E2E_DATA'] = dataFolder;
  return async () => {
    await server.end();
    await remove();
  };
}

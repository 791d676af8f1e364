import path from 'node:path';
import { createServer } from 'vite';

/** Starts Vite's development server of the web app. Rejects if the port is taken, because the API server's links contain it. */
export async function startDevServer(/** @type {number} */ port) {
  const vite = await createServer({ root: path.join(import.meta.dirname, '..'), server: { port, strictPort: true } });
  try {
    return await vite.listen();
  } catch (error) {
    await vite.close();
    throw error;
  }
}

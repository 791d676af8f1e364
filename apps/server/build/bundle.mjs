import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';

/** Bundles the transpiled server in `from` with all packages but `separate`, and writes their licences. */
export async function bundle(from, into, separate) {
  const files = await readdir(from, { recursive: true });
  const programs = files.filter((file) => /^(?:main|cli|jobs)\.js$|-worker\.m?js$/.test(file));
  await build({
    configFile: false,
    logLevel: 'error',
    root: from,
    plugins: [keepFolders(from)],
    // Resolves packages as Node does.
    ssr: { noExternal: true, resolve: { conditions: ['node'], mainFields: ['main'] } },
    build: {
      ssr: true,
      outDir: into,
      target: 'es2023',
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: Object.fromEntries(programs.map((file) => [file, path.join(from, file)])),
        // The last two are optional, and nothing here loads them.
        external: [...separate, 'typescript', 'pg-native'],
        output: { entryFileNames: '[name]', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

/** Resolves `import.meta` to each module's own folder, because modules find files from there. Chunks are in the top folder. */
function keepFolders(top) {
  return {
    name: 'mbari-keep-folders',
    enforce: 'pre',
    transform(code, id) {
      if (!path.isAbsolute(id) || id.includes('/node_modules/') || !code.includes('import.meta.')) return;
      const at = path.relative(top, path.dirname(id));
      return code
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${at}')`)
        .replaceAll('import.meta.url', `new URL('./${at}/-', import.meta.url)`);
    },
  };
}

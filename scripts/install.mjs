import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { hashOf, note, noted } from './fresh.mjs';
import { must, npm, root } from './run.mjs';
import { sayWhile } from './say.mjs';

const stamp = 'node_modules/.mbari-installed';
/** Packages for running the server, without browsers, benchmarks and linters. */
const runWorkspaces = ['packages/contract', 'packages/demo', 'packages/words', 'apps/server', 'apps/web'];
const allWorkspaces = [...runWorkspaces, 'e2e', 'bench'];

/** Installs the packages for running ('run') or development ('all'), unless they are installed. */
export async function install(scope) {
  const state = { lock: hashOf(['package-lock.json']), platform: `${process.platform}-${process.arch}` };
  const before = noted(stamp);
  const known = before?.lock === state.lock && before.platform === state.platform;
  if (known && (before.scope === 'all' || before.scope === scope)) return;
  if (installedByHand(scope)) return note(stamp, { ...state, scope });

  const some = scope === 'run' ? runWorkspaces.flatMap((workspace) => ['--workspace', workspace]) : [];
  // Completes an existing folder, because `npm ci` would remove the packages of a running program.
  const how = existsSync(path.join(root, 'node_modules')) ? ['install', '--no-save', ...(known ? [] : some)] : ['ci', ...some];
  const [command, args] = npm();
  // No package here needs its install script, and most malicious packages attack through such a script.
  // The minimum release age applies when a developer chooses a version. Checking the locked versions
  // again would download far more.
  const flags = ['--ignore-scripts', '--min-release-age=0', '--no-audit', '--no-fund', '--loglevel=error'];
  await sayWhile(`Installing packages (${scope === 'run' ? 'only those for running' : 'all'}), which takes a minute the first time`, () =>
    must(command, [...args, ...how, ...flags], { env: withoutNpm(process.env) }),
  );
  note(stamp, { ...state, scope });
}

/** Returns whether npm was run by hand since the lock file changed: all dependencies have the versions in package.json. */
function installedByHand(scope) {
  const hidden = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(hidden) || statSync(hidden).mtimeMs < statSync(path.join(root, 'package-lock.json')).mtimeMs - 60_000) return false;
  const folders = scope === 'run' ? runWorkspaces : ['.', ...allWorkspaces];
  return folders.every((folder) => {
    const { dependencies = {}, devDependencies = {} } = readJson(path.join(root, folder, 'package.json'));
    return Object.entries({ ...dependencies, ...devDependencies }).every(([name, version]) =>
      [path.join(folder, 'node_modules'), 'node_modules'].some(
        (at) => readJson(path.join(root, at, name, 'package.json'))?.version === version,
      ),
    );
  });
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Removes options that the outer npm passes in variables, such as `--workspace`. */
const withoutNpm = (env) =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^npm_(?:config_(?:workspaces?|include_workspace_root|local_prefix)|lifecycle|package)/i.test(name),
    ),
  );

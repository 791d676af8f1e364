import { Worker } from 'node:worker_threads';
import { preparePassword } from '@mbari/contract/identity/auth';
import * as limits from '@mbari/contract/platform/limits';

export class PasswordsBusy extends Error {}

/** Argon2id with the settings that OWASP recommends first. */
const strength = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
const prefix = `$argon2id$v=19$m=${strength.memoryCost},t=${strength.timeCost},p=${strength.parallelism}$`;
/** Concurrent hashes. Each takes a core and 19 MiB for about ten milliseconds. */
const atOnce = 2;
const mayWait = 50;

export const hashPassword = async (password: string): Promise<string> =>
  (await inTurn({ hash: preparePassword(password), strength })) as string;

/** Returns false for a null hash after the same time, so that timing reveals no accounts. Throws PasswordsBusy. */
export async function isPassword(password: string, storedHash: string | null): Promise<boolean> {
  const prepared = preparePassword(password);
  if (await isHashed(prepared, storedHash)) return true;
  // Older hashes were made without `preparePassword`.
  return prepared !== password && (await isHashed(password, storedHash));
}

async function isHashed(password: string, storedHash: string | null): Promise<boolean> {
  const right = await inTurn({
    verify: password,
    storedHash: storedHash ?? unknownAccountHash,
    usual: storedHash === null || !isOutdated(storedHash),
  });
  return right === true && storedHash !== null;
}

/** Returns true for a hash with other settings. Sign-in replaces such a hash after a correct password. */
export const isOutdated = (hash: string): boolean => !hash.startsWith(prefix);

/** Hash to verify for unknown addresses; nobody knows its password. */
export const unknownAccountHash = '$argon2id$v=19$m=19456,t=2,p=1$gKxv+yWTOCaT0y4cunPm9A$bQPNOr4IMN08cHFYa6MjMUUBEb2E8NNsdxzbfkPobyk';

export interface OwnWords {
  username: string;
  email: string;
  name: string;
}

/**
 * Returns true if the password, ignoring case, is a common one of the bundled list or the member's username, name or address.
 * The list is loaded on the first call: 40 ms and 4 MB.
 */
export async function isGuessablePassword(password: string, { username, email, name }: OwnWords): Promise<boolean> {
  const typed = password.toLowerCase();
  const personalWords = [username, email, email.slice(0, email.indexOf('@')), name, name.replaceAll(/\s/g, '')];
  return personalWords.some((word) => word.toLowerCase() === typed) || (await (list ??= read())).has(typed);
}

type Task = { hash: string; strength: typeof strength } | { verify: string; storedHash: string; usual: boolean };

interface Turn {
  task: Task;
  resolve: (answer: string | boolean) => void;
  reject: (error: Error) => void;
}

const waiting: Turn[] = [];
const working = new Map<Worker, Turn>();
const idle: Worker[] = [];

function inTurn(task: Task): Promise<string | boolean> {
  if (working.size >= atOnce && waiting.length >= mayWait)
    return Promise.reject(new PasswordsBusy('Too many passwords are being checked.'));
  return new Promise((resolve, reject) => {
    waiting.push({ task, resolve, reject });
    next();
  });
}

function next(): void {
  if (waiting.length === 0 || working.size >= atOnce) return;
  const turn = waiting.shift()!;
  const worker = idle.pop() ?? startWorker();
  working.set(worker, turn);
  // Idle workers are unreferenced, so that the process may exit.
  worker.ref();
  worker.postMessage(turn.task);
}

/**
 * Starts a thread of low priority. The library's asynchronous calls would use threads of normal priority, and passwords on every core would
 * delay all requests.
 */
function startWorker(): Worker {
  const worker = new Worker(new URL('passwords-worker.mjs', import.meta.url), { workerData: { unknownAccountHash } });
  const finish = (): Turn | undefined => {
    const turn = working.get(worker);
    working.delete(worker);
    return turn;
  };
  worker.on('message', (answer: { done: string | boolean } | { failed: string }) => {
    const turn = finish();
    idle.push(worker);
    worker.unref();
    if ('done' in answer) turn?.resolve(answer.done);
    else turn?.reject(new Error(answer.failed));
    next();
  });
  worker.once('error', (error) => {
    if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
    finish()?.reject(error);
    next();
  });
  return worker;
}

let list: Promise<ReadonlySet<string>> | undefined;

async function read(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((word) => word.length >= limits.passwordMin).map((word) => word.toLowerCase()));
}

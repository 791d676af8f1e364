import { Worker } from 'node:worker_threads';
import { preparePassword } from '@mbari/contract/prepare-password';

/** Too many are waiting for their turn already. */
export class PasswordsBusy extends Error {}

/** Argon2id, the library's own choice; of the settings that OWASP and ASVS hold to be strong enough, the one they recommend first. */
const strength = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** How a hash of that strength begins. */
const prefix = `$argon2id$v=19$m=${strength.memoryCost},t=${strength.timeCost},p=${strength.parallelism}$`;
/** Each takes a core and 19 MiB for some ten milliseconds: more at once would only take from everything else. */
const atOnce = 2;
const mayWait = 50;

/** Throws PasswordsBusy. */
export const hashPassword = async (password: string): Promise<string> =>
  (await inTurn({ hash: preparePassword(password), strength })) as string;

/**
 * With no hash to compare with, takes as long and answers false; and so it does with a hash of another strength, or whoever measures would
 * learn that there is one. Throws PasswordsBusy.
 */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  const prepared = preparePassword(password);
  if (await isHashed(prepared, kept)) return true;
  // Older hashes were made from the password as typed.
  return prepared !== password && (await isHashed(password, kept));
}

async function isHashed(password: string, kept: string | null): Promise<boolean> {
  const right = await inTurn({ verify: password, kept: kept ?? hashOfNobody, usual: kept === null || !isOutdated(kept) });
  return right === true && kept !== null;
}

/** Whether a hash was made with other settings than are used now. Whoever proves the password has it hashed anew. */
export const isOutdated = (hash: string): boolean => !hash.startsWith(prefix);

/** Of the same strength as any other, or an unknown address would be answered sooner. Nobody knows the password. */
export const hashOfNobody = '$argon2id$v=19$m=19456,t=2,p=1$gKxv+yWTOCaT0y4cunPm9A$bQPNOr4IMN08cHFYa6MjMUUBEb2E8NNsdxzbfkPobyk';

type Task = { hash: string; strength: typeof strength } | { verify: string; kept: string; usual: boolean };

interface Turn {
  task: Task;
  resolve: (done: string | boolean) => void;
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
  // The process may end while nobody waits.
  worker.ref();
  worker.postMessage(turn.task);
}

/**
 * A thread of ours and not the library's asynchronous calls, which would work in threads of the same rank as the one that
 * answers all requests: with every core busy with passwords, a page would wait its turn among them.
 */
function startWorker(): Worker {
  const worker = new Worker(new URL('passwords-worker.mjs', import.meta.url), { workerData: { hashOfNobody } });
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

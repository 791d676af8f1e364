import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { S3mini, S3ServiceError } from 's3mini';
import type { S3Config } from '../config-storage.ts';

const pauses = [100, 400];

/** `timeout` in milliseconds bounds each request, including its body. */
export function openBucket({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Config, timeout = 10_000): S3mini {
  return new S3mini({ endpoint: new URL(bucket, endpoint).href, region, accessKeyId, secretAccessKey, requestAbortTimeout: timeout });
}

/** Writes, reads and deletes a test object. Throws if one of these fails. */
export async function checkBucket(config: S3Config): Promise<void> {
  const bucket = openBucket(config);
  const [key, text] = [`checks/${process.pid}-${Date.now()}`, 'Mbari'];
  await putObject(bucket, key, Buffer.from(text));
  const read = await fetchObject(bucket, key);
  await withRetries(() => bucket.deleteObject(key));
  if (read?.toString() !== text) throw new Error('the object store returned something else than was written');
}

export const putObject = (
  bucket: S3mini,
  key: string,
  bytes: Buffer,
  type = `image/${path.extname(key).slice(1) || 'plain'}`,
): Promise<unknown> => withRetries(() => bucket.putObject(key, bytes, type));

export async function fetchObject(bucket: S3mini, key: string): Promise<Buffer | null> {
  const bytes = await withRetries(() => bucket.getObjectArrayBuffer(key));
  return bytes === null ? null : Buffer.from(bytes);
}

export interface StoredObject {
  Key: string;
  Size: number;
}

/** Yields all objects whose keys start with `prefix`, in the order of their keys. */
export async function* listAll(bucket: S3mini, prefix: string): AsyncGenerator<StoredObject> {
  let token: string | undefined;
  do {
    const page = await withRetries(() => bucket.listObjectsPaged('/', prefix, 1_000, token));
    // s3mini declares the size as a number, but returns text.
    for (const { Key, Size } of page?.objects ?? []) yield { Key, Size: Number(String(Size)) };
    token = page?.nextContinuationToken;
  } while (token !== undefined);
}

/** Throws if the store refuses to delete an object, which it reports in an answer with status 200. */
export async function deleteAll(bucket: S3mini, objects: readonly { Key: string }[]): Promise<void> {
  const keys = objects.map(({ Key }) => Key);
  const areDeleted = await withRetries(() => bucket.deleteObjects(keys));
  const refused = keys.filter((_key, n) => !areDeleted[n]);
  if (refused.length > 0)
    throw explained(new Error(`it did not delete ${refused.length} of ${keys.length} objects, the first is ${refused[0]}`));
}

/** Retries if the store does not answer or is overloaded. All requests are idempotent. */
export async function withRetries<T>(request: () => Promise<T>): Promise<T> {
  for (const pause of [...pauses, null]) {
    try {
      return await request();
    } catch (error) {
      const isRefused = error instanceof S3ServiceError && error.status < 500 && error.status !== 429;
      if (isRefused || pause === null) throw explained(error);
      await wait(pause);
    }
  }
  throw new Error('never reached');
}

/** Adds the error code that a file system would use. */
function explained(error: unknown): Error {
  const isFull = error instanceof S3ServiceError && (error.status === 507 || /QuotaExceeded|StorageFull/.test(error.serviceCode ?? ''));
  const reason = error instanceof S3ServiceError ? `${error.status} ${error.serviceCode ?? ''}`.trim() : (error as Error).message;
  return Object.assign(new Error(`the object store failed: ${reason}`, { cause: error }), {
    code: isFull ? 'EDQUOT' : 'EIO',
  });
}

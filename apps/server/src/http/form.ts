import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

export interface UploadedFile {
  /** Field name, such as `images[0]`. */
  field: string;
  /** Where its bytes are, on this machine. The sender's file name is ignored. */
  path: string;
  bytes: number;
}

export interface ReceivedForm<Fields> {
  fields: Fields;
  files: UploadedFile[];
}

export interface FormRules<Fields extends z.ZodType> {
  fields: Fields;
  /** Which file fields are taken, how many in all, and how large each may be. */
  files: { name: RegExp; atMost: number; bytes: number; tooLarge: string; tooMany: string };
}

/**
 * Receives a multipart form into temporary files and runs the work with it. The files are gone when it returns or throws.
 * Throws `malformed`, `too_large`, `unsupported_media_type` or `validation`. `alt[0]`, `alt[1]` … arrive as one list `alt`.
 */
export declare function withForm<Fields extends z.ZodType, Result>(
  request: FastifyRequest,
  rules: FormRules<Fields>,
  work: (form: ReceivedForm<z.output<Fields>>) => Promise<Result>,
): Promise<Result>;

import { reasonIn } from '@mbari/contract/platform/fields';
import type { z } from 'zod';
import { type Because, because, type FieldErrors, invalid, sentenceOf } from '../refusal.ts';

/** Parses by a schema. Throws `validation` with one list of errors per field; nested paths are joined by dots. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(toNfc(value) ?? {});
  if (result.success) return result.data;
  const errors: FieldErrors = {};
  for (const issue of result.error.issues) {
    const field = issue.path.join('.') || 'body';
    const reasons = Object.hasOwn(errors, field) ? errors[field]! : [];
    const isMissing = value !== null && typeof value === 'object' && valueAt(value, issue.path) === undefined;
    reasons.push(isMissing ? because('fieldRequired', { field: field.replaceAll('_', ' ') }) : reasonOf(issue));
    Object.defineProperty(errors, field, { value: reasons, enumerable: true, configurable: true });
  }
  throw invalid(errors);
}

const passwords = new Set(['password', 'password_confirmation', 'current_password']);

/** Normalizes every string to NFC in place, so that limits and the database see one form. */
function toNfc(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC');
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Record<string, unknown>;
  for (const key of Object.keys(record)) if (!passwords.has(key)) record[key] = toNfc(record[key]);
  return value;
}

function reasonOf({ message }: { message: string }): Because {
  const reason = reasonIn(message);
  return (reason && sentenceOf(reason)) ?? { reason: 'fieldNotTaken', text: message };
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      inner !== null && typeof inner === 'object' && Object.hasOwn(inner, key) ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );

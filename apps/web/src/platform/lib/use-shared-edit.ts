import { useState } from 'react';
import { CallRefused } from './call.ts';
import { EditConflict } from './use-form.ts';

interface Versioned {
  readonly version: number;
}

export interface SharedField<Value> {
  label: string;
  text: (value: Value) => string;
  key?: (value: Value) => string;
}
export type SharedFields<Values> = { readonly [Key in keyof Values]: SharedField<Values[Key]> };

interface SharedEditOptions<Stored extends Versioned, Values extends object> {
  /** Stored content when the editor opened. Undefined for new content, which nobody else can edit. */
  read: Stored | undefined;
  valuesOf: (stored: Stored) => Values;
  fields: SharedFields<Values>;
}

export interface ConflictingField {
  label: string;
  mine: string;
  theirs: string;
}

export interface SharedEdit<Stored extends Versioned, Values extends object> {
  base: Stored | undefined;
  /** Fields that both members changed. Null: none, or already resolved. */
  conflict: Conflict<Values> | null;
  /** Sends the values. After a 409 it merges the other edit and sends again, or throws `EditConflict` if both changed the same field. */
  save: (mine: Values, send: (values: Values, base: Stored | undefined) => Promise<Stored | void>) => Promise<void>;
  mustChoose: () => boolean;
  mine: () => void;
  theirs: () => Partial<Values>;
  fieldsOf: (values: Values) => ConflictingField[];
}

interface Conflict<Values> {
  keys: readonly (keyof Values)[];
}

/** Detects concurrent edits of the same content, merges fields that do not overlap, and asks about the rest. */
export function useSharedEdit<Stored extends Versioned, Values extends object>({
  read,
  valuesOf,
  fields,
}: SharedEditOptions<Stored, Values>): SharedEdit<Stored, Values> {
  const [base, setBase] = useState(read);
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null);
  const keys = Object.keys(fields) as (keyof Values)[];
  const differ = (key: keyof Values, a: Values, b: Values): boolean => {
    const { text, key: keyOf = text } = fields[key];
    return keyOf(a[key]) !== keyOf(b[key]);
  };
  const attempt = async (
    mine: Values,
    from: Stored | undefined,
    send: (values: Values, base: Stored | undefined) => Promise<Stored | void>,
  ) => {
    try {
      const stored = await send(mine, from);
      setBase(stored ?? from);
    } catch (error) {
      const newer = newerIn<Stored>(error, from);
      if (newer === null || from === undefined) throw error;
      const [before, theirs] = [valuesOf(from), valuesOf(newer)];
      const changed = keys.filter((key) => differ(key, mine, before));
      const conflicting = changed.filter((key) => differ(key, theirs, before) && differ(key, theirs, mine));
      const untouched = Object.fromEntries(keys.filter((key) => !changed.includes(key)).map((key) => [key, theirs[key]]));
      setBase(newer);
      if (conflicting.length === 0) return attempt({ ...mine, ...untouched }, newer, send);
      setConflict({ keys: conflicting });
      throw new EditConflict(untouched);
    }
  };
  const theirs = (): Partial<Values> => {
    const stored = base && valuesOf(base);
    return stored && conflict ? (Object.fromEntries(conflict.keys.map((key) => [key, stored[key]])) as Partial<Values>) : {};
  };
  return {
    base,
    conflict,
    save: async (mine, send) => {
      await attempt(mine, base, send);
      setConflict(null);
    },
    mustChoose: () => {
      // A new object moves the focus to the choice again.
      setConflict((current) => current && { ...current });
      return conflict !== null;
    },
    mine: () => setConflict(null),
    theirs: () => {
      setConflict(null);
      return theirs();
    },
    fieldsOf: (values) => {
      const stored = { ...values, ...theirs() };
      return (conflict?.keys ?? []).map((key) => {
        const { label, text } = fields[key];
        return { label, mine: text(values[key]), theirs: text(stored[key]) };
      });
    },
  };
}

/** Returns the newer stored version in a 409 response, or null. */
function newerIn<Stored extends Versioned>(error: unknown, from: Stored | undefined): Stored | null {
  if (!(error instanceof CallRefused) || error.status !== 409) return null;
  const stored = error.data as Partial<Stored> | null | undefined;
  return from && stored && typeof stored.version === 'number' && stored.version !== from.version ? (stored as Stored) : null;
}

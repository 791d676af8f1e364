/** Milliseconds for which what time alone may change is used, as a plan or a pin that ends, while the snapshot is the newest. */
export const knownFor = 1_000;

/** A read that tells the database what is known. */
interface ReadAtSnapshot<Facts> {
  /** The snapshot of what is known; '' where nothing is. */
  snapshot: string;
  known: Facts | undefined;
  /** The facts of the snapshot at which the database answered: what was known, if it is the same, or nothing yet. */
  answeredAt(snapshot: string): Facts;
}

/**
 * Remembers what the database answered at one snapshot: as long as its snapshot is the same, it would answer the same again. That is true of the
 * primary, whichever node writes. A standby's snapshot leaves out what is being written: none may be asked.
 */
export function rememberAtSnapshot<Facts>(noFacts: () => Facts, forMs = knownFor): () => ReadAtSnapshot<Facts> {
  let last: { snapshot: string; facts: Facts; until: number } | undefined;

  return () => {
    const begun = Date.now();
    // Another read may end meanwhile: the answer of this one belongs to the snapshot that was sent with it.
    const sent = last !== undefined && last.until > begun ? last : undefined;
    return {
      snapshot: sent?.snapshot ?? '',
      known: sent?.facts,
      answeredAt(snapshot) {
        last = sent?.snapshot === snapshot ? sent : { snapshot, facts: noFacts(), until: begun + forMs };
        return last.facts;
      },
    };
  };
}

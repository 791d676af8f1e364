import type { ReactNode } from 'react';

/** A few words on a wash of their own, in the flow of a page: how things stand, what to do next. */
export function Note({ kind = 'news', children }: { kind?: 'good' | 'bad' | 'news'; children: ReactNode }) {
  const wash = { good: 'bg-leaf-wash', bad: 'bg-laterite-wash', news: 'bg-ochre-wash' }[kind];
  return <div className={`rounded-control px-s4 py-s3 text-t15 ${wash}`}>{children}</div>;
}

'use no memo';

import type { ReactNode } from 'react';

/** A short notice in a page: how things are, what to do next. */
export function Note({ kind = 'news', children }: { kind?: 'good' | 'bad' | 'news'; children: ReactNode }) {
  const wash = { good: 'bg-leaf-wash', bad: 'bg-laterite-wash', news: 'bg-ochre-wash' }[kind];
  return <div className={`rounded-control px-s4 py-s3 text-t15 ${wash}`}>{children}</div>;
}

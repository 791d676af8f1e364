'use no memo';

import type { ReactNode } from 'react';

export function Note({ kind = 'news', children }: { kind?: 'good' | 'bad' | 'news'; children: ReactNode }) {
  const wash = { good: 'bg-leaf-wash', bad: 'bg-laterite-wash', news: 'bg-ochre-wash' }[kind];
  return <div className={`rounded-control px-s4 py-s3 text-t15 ${wash}`}>{children}</div>;
}

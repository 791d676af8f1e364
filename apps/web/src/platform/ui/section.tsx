import { createContext, type ReactNode, type Ref, use } from 'react';

const IsGrouped = createContext(false);

const largeHeading = 'display border-b border-hairline pb-s3 text-t26 focus:outline-none';

interface SectionGroupProps {
  title: string;
  id: string;
  children: ReactNode;
}

/** Sections under a common heading. */
export function SectionGroup({ title, id, children }: SectionGroupProps) {
  return (
    <div id={id} data-group={title} className="mt-s7 first:mt-s5">
      <h2 tabIndex={-1} className={largeHeading}>
        {title}
      </h2>
      <IsGrouped value={true}>{children}</IsGrouped>
    </div>
  );
}

interface SectionProps {
  title: string;
  id?: string;
  about?: ReactNode;
  /** Gets the focus of a deleted row. */
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

export function Section({ title, id, about, heading, children }: SectionProps) {
  const isGrouped = use(IsGrouped);
  return (
    <section id={id} aria-label={title} className={isGrouped ? 'mt-s6 first-of-type:mt-s5' : 'mt-s7 first:mt-s5'}>
      {isGrouped ? (
        <h3 ref={heading} tabIndex={-1} className="text-t20 font-semibold focus:outline-none">
          {title}
        </h3>
      ) : (
        <h2 ref={heading} tabIndex={-1} className={largeHeading}>
          {title}
        </h2>
      )}
      {about && <p className="mt-s3 max-w-[60ch] text-pretty text-ink-quiet">{about}</p>}
      {children}
    </section>
  );
}

interface RowProps {
  title: ReactNode;
  children?: ReactNode;
  icon?: ReactNode;
  /** At the far end, or below if there is no room. */
  action?: ReactNode;
}

export function Row({ title, children, icon, action }: RowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-s5 gap-y-s3 border-b border-hairline py-s4 last:border-b-0">
      <div className="flex min-w-0 flex-1 basis-[180px] items-start gap-s3">
        {icon && (
          <span aria-hidden="true" className="mt-[3px] shrink-0 text-ink-quiet">
            {icon}
          </span>
        )}
        <div className="min-w-0">
          <div className="font-semibold [overflow-wrap:anywhere]">{title}</div>
          {children && <div className="text-t15 text-ink-meta [overflow-wrap:anywhere]">{children}</div>}
        </div>
      </div>
      {action && <div className="flex flex-wrap items-center gap-s2">{action}</div>}
    </div>
  );
}

export function MemberListSkeleton({ hasReason = false }: { hasReason?: boolean }) {
  return (
    <div className="members" aria-hidden="true">
      {[14, 11, 16, 12, 15, 10].map((width) => (
        <div key={width}>
          <div className="member">
            <span className="member-box size-12 rounded-full" />
            <div className="member-words">
              <p className="member-name">
                <Line width={width} />
              </p>
              <p className="member-handle">
                <Line width={width - 3} />
              </p>
              <p className="member-note">
                <Line width={width - 5} />
                {hasReason && <Line width={width} />}
              </p>
            </div>
            <div className="member-follow">
              <span className="member-box h-(--touch) w-[10ch]" />
            </div>
            <div className="member-photos">
              <span className="member-box" />
              <span className="member-box" />
              <span className="member-box" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}

/** Most suggestions have a reason of two lines. */
export function SuggestedMembersSkeleton() {
  return (
    <div className="suggested" aria-hidden="true">
      <span className="member-box h-[1.15em] w-[12ch] text-t26" />
      <MemberListSkeleton hasReason />
    </div>
  );
}

/** Has the height of a line of text. */
const Line = ({ width }: { width: number }) => (
  <span className="member-line" style={{ width: `${width}ch` }}>
    &nbsp;
  </span>
);

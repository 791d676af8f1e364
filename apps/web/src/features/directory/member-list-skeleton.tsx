/** Placeholders while members load, laid out as their cards are. */
export function MemberListSkeleton({ note = 'h-4' }: { note?: string }) {
  return (
    <div className="members" aria-hidden="true">
      {[14, 11, 16, 12, 15, 10].map((width) => (
        <div key={width}>
          <div className="member">
            <span className="member-box size-12 rounded-full" />
            <div className="member-words">
              <span className="member-box my-1 h-4" style={{ width: `${width}ch` }} />
              <span className="member-box my-1 h-4" style={{ width: `${width - 3}ch` }} />
              <span className={`member-box my-1 ${note}`} style={{ width: `${width - 5}ch` }} />
            </div>
            <div className="member-follow">
              <span className="member-box h-(--touch) w-[10ch]" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}

/** Room for those who are suggested, most of them with a reason of two lines. */
export function SuggestedMembersSkeleton() {
  return (
    <div className="suggested" aria-hidden="true">
      <span className="member-box h-[1.2em] w-[12ch] text-t26" />
      <MemberListSkeleton note="h-9" />
    </div>
  );
}

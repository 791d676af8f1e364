/** Placeholders while members load. */
export function MemberListSkeleton() {
  return (
    <div className="members" aria-hidden="true">
      {[14, 11, 16, 12, 15, 10].map((width) => (
        <div key={width} className="member">
          <span className="member-box size-12 rounded-full" />
          <div className="member-words">
            <span className="member-box mt-1 h-4" style={{ width: `${width}ch` }} />
            <span className="member-box mt-2 h-3" style={{ width: `${width - 3}ch` }} />
          </div>
        </div>
      ))}
    </div>
  );
}

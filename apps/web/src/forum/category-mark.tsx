export function CategoryMark({ color }: { color: string }) {
  return (
    <svg viewBox="0 0 12 12" width={12} height={12} aria-hidden="true" className="category-mark">
      <circle cx="6" cy="6" r="6" fill={color} />
    </svg>
  );
}

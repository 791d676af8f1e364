'use no memo';

/** Hidden from screen readers, which read the name beside it. */
export function Avatar({ src, size = 36, className = '' }: { src: string | null | undefined; size?: number; className?: string }) {
  return (
    <img
      src={src ?? '/avatars/default.svg'}
      alt=""
      width={size}
      height={size}
      decoding="async"
      className={`shrink-0 rounded-full bg-image-backdrop object-cover ${className}`}
      style={{ width: size, height: size }}
    />
  );
}

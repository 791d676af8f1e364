'use no memo';

export function Spinner({ size = 18 }: { size?: number }) {
  return (
    <svg
      className="spinner"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M12 12.6c-.8.3-1.5-.4-1.3-1.3.3-1.3 2-1.6 3.1-.7 1.5 1.2 1.2 3.7-.5 4.8-2.4 1.5-5.5.2-6.3-2.6C6 9.3 8.5 6 12.1 5.9c4.2 0 7.3 3.5 7 7.5-.3 3-2.2 5.3-4.6 6.4" />
    </svg>
  );
}

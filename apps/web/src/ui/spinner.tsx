/** A coil that turns. It is decoration: say what is happening in words beside it. */
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
      <path d="M12 12.6c-.8.3-1.5-.4-1.3-1.3.3-1.3 2-1.6 3.100-.7 1.500 1.200 1.200 3.700-.5 4.800-2.400 1.500-5.500.2-6.300-2.600C6 9.300 8.500 6 12.100 5.900c4.200 0 7.300 3.500 7 7.500-.3 3-2.200 5.300-4.600 6.400" />
    </svg>
  );
}

/** As people read it: '640 kB', '4.8 MB', '1.2 GB', '5 GB'. */
export function sizeOf(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  if (megabytes < 0.95) return `${Math.ceil(bytes / 1024)} kB`;
  const gigabytes = megabytes / 1024;
  return gigabytes < 0.95 ? `${megabytes.toFixed(1)} MB` : `${Number(gigabytes.toFixed(1))} GB`;
}

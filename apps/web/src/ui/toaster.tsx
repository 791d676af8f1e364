import { CircleAlert, CircleCheck } from 'lucide-react';
import { Toaster as HotToaster } from 'react-hot-toast';
import { Spinner } from './spinner.tsx';

/** The specification's times; 20 toasts at once is react-hot-toast's own limit. */
const times = { duration: 4_000, success: { duration: 2_000 }, error: { duration: 4_000 } };

/** Short messages at the foot, above the phone's bar. */
export function Toaster() {
  return (
    <HotToaster
      position="bottom-center"
      containerClassName="toasts"
      gutter={8}
      toastOptions={{
        className: 'toast',
        duration: times.duration,
        success: { ...times.success, icon: <CircleCheck size={20} strokeWidth={1.6} aria-hidden="true" className="toast-good" /> },
        error: { ...times.error, icon: <CircleAlert size={20} strokeWidth={1.6} aria-hidden="true" className="toast-bad" /> },
        loading: { icon: <Spinner size={20} /> },
      }}
    />
  );
}

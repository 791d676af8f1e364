import { Plans } from '~/people/plans.tsx';

export function PlansPage() {
  return (
    <div className="plans-page">
      <Plans />
    </div>
  );
}

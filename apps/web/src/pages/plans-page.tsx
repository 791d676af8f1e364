import { Plans } from '~/people/plans/plans.tsx';

export function PlansPage() {
  return (
    <div className="plans-page">
      <Plans />
    </div>
  );
}

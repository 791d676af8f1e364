import { Plans } from '~/people/plans.tsx';

export default function PlansPage() {
  return (
    <div className="plans-page">
      <Plans />
    </div>
  );
}

import { maxPeerLimit, type PricedPlan, type ProviderPrice } from '@tidemark/contract';
import { useId, useState } from 'react';
import { formatPrice } from '#web/features/subscription/index.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './stripe.module.css';
import { useUpdatePlan } from './stripe.query.ts';

interface PlanDialogProps {
  plan: PricedPlan | null;
  prices: ProviderPrice[];
  /** Prices assigned to other plans. */
  taken: string[];
  onClose: () => void;
}

export function PlanDialog({ plan, ...rest }: PlanDialogProps) {
  return plan && <EditPlan key={plan.id} plan={plan} {...rest} />;
}

function EditPlan({ plan, prices, taken, onClose }: PlanDialogProps & { plan: PricedPlan }) {
  const [name, setName] = useState(plan.name);
  const [unlimited, setUnlimited] = useState(plan.accountLimits.unlimited);
  const [total, setTotal] = useState(String(plan.accountLimits.total));
  const [peers, setPeers] = useState(String(plan.peerLimit));
  const [roadmap, setRoadmap] = useState(plan.roadmapAccess);
  const [priceId, setPriceId] = useState(plan.priceId);
  const save = useUpdatePlan({ onDone: onClose });
  const limit = Number(total);
  const isWhole = unlimited || (total.trim() !== '' && Number.isInteger(limit) && limit >= 0);
  const peerLimit = Number(peers);
  const isPeerLimit = /^\d+$/.test(peers.trim()) && peerLimit <= maxPeerLimit;
  const isValid = isWhole && isPeerLimit && name.trim() !== '';

  function submit() {
    save.mutate({
      params: { id: plan.id },
      body: {
        name: name.trim(),
        accountLimits: { unlimited, total: unlimited ? 0 : limit },
        peerLimit,
        roadmapAccess: roadmap,
        priceId,
      },
    });
  }

  return (
    <FormDialog
      title={`Edit ${plan.name}`}
      action="Save Changes"
      busyLabel="Saving..."
      disabled={!isValid}
      mutation={save}
      failure="Could not save the plan"
      className={styles.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="Name" value={name} maxCharacters={60} onChange={({ target }) => setName(target.value)} />
      <TextField
        label="Linked accounts"
        inputMode="numeric"
        value={unlimited ? '' : total}
        placeholder={unlimited ? 'Unlimited' : undefined}
        disabled={unlimited}
        error={isWhole ? null : 'A whole number, 0 or more'}
        onChange={({ target }) => setTotal(target.value)}
      />
      <Choice label="Unlimited accounts" on={unlimited} onChange={setUnlimited} />
      <TextField
        label="Peers of all accounts"
        inputMode="numeric"
        value={peers}
        hint="Each takes one request to Instagram a day."
        error={isPeerLimit ? null : `A whole number from 0 to ${maxPeerLimit}`}
        onChange={({ target }) => setPeers(target.value)}
      />
      <Choice
        label="Can view the roadmap and upvote requests"
        on={roadmap.view}
        onChange={(view) => setRoadmap({ view, add: view && roadmap.add })}
      />
      <Choice
        label="Can request features"
        on={roadmap.add}
        onChange={(add) => setRoadmap({ view: add || roadmap.view, add })}
      />
      {plan.id !== 'free' && (
        <PriceField prices={prices} taken={taken} plan={plan} value={priceId} onChange={setPriceId} />
      )}
    </FormDialog>
  );
}

function Choice({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <p className={styles.choice}>
      <span aria-hidden="true">{label}</span>
      <Switch label={label} on={on} onChange={onChange} />
    </p>
  );
}

interface PriceFieldProps extends Pick<PlanDialogProps, 'prices' | 'taken'> {
  plan: PricedPlan;
  value: string | null;
  onChange: (priceId: string | null) => void;
}

function PriceField({ prices, taken, plan, value, onChange }: PriceFieldProps) {
  const id = useId();
  const isListed = value === null || prices.some((price) => price.id === value);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Stripe price</label>
      <select id={id} value={value ?? ''} onChange={({ target }) => onChange(target.value || null)}>
        <option value="">Not for sale</option>
        {!isListed && <option value={value}>{plan.price ? formatPrice(plan.price) : value} (current)</option>}
        {prices.map((price) => (
          <option key={price.id} value={price.id} disabled={taken.includes(price.id)}>
            {price.productName}, {formatPrice(price.price)}
          </option>
        ))}
      </select>
    </div>
  );
}

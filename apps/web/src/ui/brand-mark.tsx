import { useId } from 'react';

/** A tide mark above three lines of the receding tide. */
export function BrandMark({ size = 34 }: { size?: number }) {
  const id = useId();
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" fill="none" aria-hidden="true">
      <defs>
        <linearGradient id={id} x1="4" y1="2" x2="36" y2="38" gradientUnits="userSpaceOnUse">
          <stop stopColor="#5146e5" />
          <stop offset=".58" stopColor="#a648d8" />
          <stop offset="1" stopColor="#f0718f" />
        </linearGradient>
      </defs>
      <rect width="40" height="40" rx="12" fill={`url(#${id})`} />
      <path d="M10 11.5h20" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" opacity=".55" />
      <g stroke="#fff" strokeWidth="3" strokeLinecap="round">
        <path d="M8.5 20.5c3.8-4.4 7.6-4.4 11.5 0s7.7 4.4 11.5 0" />
        <path d="M8.5 28.7c3.8-4.4 7.6-4.4 11.5 0s7.7 4.4 11.5 0" opacity=".78" />
      </g>
    </svg>
  );
}

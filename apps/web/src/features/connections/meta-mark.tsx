/** Two joined loops: the symbol of the business login. */
export function MetaMark() {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path
        d="M3 15.5C3 11 5 6.5 7.8 6.5c4 0 5.4 11 9.4 11 2.4 0 3.8-2.2 3.8-5 0-3.4-1.8-6-4.3-6-4.2 0-6 11-9.9 11C4.3 17.5 3 16.9 3 15.5Z"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinejoin="round"
      />
    </svg>
  );
}

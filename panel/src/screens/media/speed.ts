const windowMs = 5_000;

/** How fast bytes go out, over the last seconds. */
export function speedometer(now: () => number = () => performance.now()): (sent: number) => number {
  let samples: { at: number; sent: number }[] = [];
  return (sent) => {
    const at = now();
    samples = [...samples.filter((one) => at - one.at <= windowMs), { at, sent }];
    const [first] = samples;
    if (!first || at === first.at) return 0;
    return Math.max(0, ((sent - first.sent) * 1000) / (at - first.at));
  };
}

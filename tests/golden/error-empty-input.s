# No instructions at all.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -all-views
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -instruction-tables
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -skip-unsupported-instructions=any
